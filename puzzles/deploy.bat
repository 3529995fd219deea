@echo off
rem In a batch file %2 is a parameter: the address says "all", then that parameter, then "0done", unless '%20' is meant
curl -fsS "https://deploy.example.com/note?text=all%20done"
