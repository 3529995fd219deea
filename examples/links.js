// Links of the checkout page.
const share = "https://social.example.com/share?url=https%3A%2F%2Fshop.example.com%2F%3Fid%3D7&text=Merhaba%20d%C3%BCnya";
const mail = "mailto:orders@example.com?subject=Order%20%2342&body=Line%20one%0D%0ALine%20two";
const icon = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Cpath d='M0 0h8v8H0z'/%3E%3C/svg%3E";
const back = `https://shop.example.com/r?to=%2Fcart`;

const width = (used, total) => `${Math.round((used * 100) / total)}%`;
const odd = (n) => n %2 === 1;
const decoded = decodeURIComponent("%F0%9F%98%80");

export { share, mail, icon, back, width, odd, decoded };
