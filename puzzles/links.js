// The third byte of a Devanagari letter is cut off: which letter was it?
const broken = "https://shop.example.com/search?q=%E0%A4%A";
// A redirector that decodes its target and then sends it on may want both layers.
const twice = `https://shop.example.com/r?to=%252Fcart`;

export { broken, twice };
