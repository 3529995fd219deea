@echo off
rem In a batch file %1 and %PATH% are variables, and a plain percent sign is doubled
set TARGET=%1
set URL=https://deploy.example.com/run?branch=release%%2F2026&user=%USERNAME%
curl -fsS "%URL%" -o "%TEMP%\deploy.log"
curl -fsS "https://deploy.example.com/note?text=all%%20done"
for %%f in (*.zip) do echo %%f
