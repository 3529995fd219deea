wide = "日本語 %d" + "https://example.com/%zz"
