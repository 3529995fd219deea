package shop

import (
	"fmt"
	"net/url"
)

const searchURL = "https://api.example.com/v2/search?q=%s&lang=%s&page=%d"

// Root is the folder of the price lists; its name holds a space and a slash.
var Root, _ = url.Parse("https://files.example.com/price%20lists/2026%2F11/")

// Search makes the URL of a search, and says how far it is.
func Search(query, lang string, page, pages int) string {
	fmt.Printf("%3d%% %-20s %#x %v\n", page*100/pages, query, page%10, lang)
	return fmt.Sprintf(searchURL, url.QueryEscape(query), lang, page)
}

// Invoice is refused by net/url: invalid URL escape "%of".
var Invoice, _ = url.Parse("https://files.example.com/invoices/50%off.pdf")
