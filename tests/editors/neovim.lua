-- Plays the story in Neovim, or what there is to see beside another server. The configuration has been read before; columns are bytes.
local story = vim.json.decode(vim.env.STORY)
local version = vim.version()
local result = { version = table.concat({ version.major, version.minor, version.patch }, "."), errors = {} }
local PATIENCE = 10000

local function wait(what, condition)
  assert(vim.wait(PATIENCE, condition, 20), "waited in vain for " .. what)
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n") .. "\n"
end

local function found()
  return vim.tbl_map(function(diagnostic)
    return { diagnostic.lnum, diagnostic.col, diagnostic.end_col }
  end, vim.diagnostic.get(0))
end

local function go(line, column)
  vim.api.nvim_win_set_cursor(0, { line + 1, column })
end

-- The menu of code actions: takes the first whose title begins with a word.
local function choose(word)
  vim.ui.select = function(items, options, done)
    result.actions = vim.tbl_map(options.format_item, items)
    for index, item in ipairs(items) do
      if vim.startswith(options.format_item(item), word) then
        return done(item, index)
      end
    end
    error("no action begins with " .. word .. ": " .. vim.inspect(result.actions))
  end
end

local function act(word)
  local before = text()
  choose(word)
  vim.lsp.buf.code_action()
  wait("the action " .. word, function() return text() ~= before end)
  return text()
end

-- The server answers in order: once it has answered this, the findings of all edits before are here.
local function settle()
  assert(vim.lsp.buf_request_sync(0, "textDocument/hover", vim.lsp.util.make_position_params(0, "utf-8"), PATIENCE))
end

local function floating()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      return window
    end
  end
end

local function hover(line, column)
  go(line, column + 1)
  vim.lsp.buf.hover()
  wait("the hover", floating)
  local shown = floating()
  local words = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(shown), 0, -1, false), "\n")
  vim.api.nvim_win_close(shown, true)
  return words
end

local function play()
  wait("the findings", function() return #vim.diagnostic.get(0) == 2 end)
  result.found = found()

  result.hover = hover(story.hover[1], story.hover[2])

  go(story.broken[1], story.broken[2])
  result.mended = act("Write")
  wait("one finding less", function() return #vim.diagnostic.get(0) == 1 end)

  go(story.take[1], story.take[2])
  vim.cmd.normal({ "v", bang = true })
  go(story.take[1], story.take[3] - 1)
  result.decoded = act("Decode")
  vim.cmd.normal({ vim.keycode("<Esc>"), bang = true })

  local line, column = unpack(story.insert)
  vim.api.nvim_buf_set_text(0, line, column, line, column, { story.inserted })
  settle()
  result.found_late = found()
  result.told = text()
end

local function play_beside()
  local function messages()
    return vim.tbl_map(function(diagnostic) return diagnostic.message end, vim.diagnostic.get(0))
  end
  wait("the findings of both", function()
    result.findings = messages()
    return vim.iter(story.said):all(function(said) return table.concat(result.findings):find(said, 1, true) end)
  end)
  result.hovers = { hover(story.hover[1], story.hover[2]), hover(story.theirs[1], story.theirs[2]) }
  go(story.broken[1], story.broken[2])
  result.told = act("Write")
end

local function close()
  for _, client in ipairs(vim.lsp.get_clients()) do
    client:stop()
  end
  wait("the server's end", function() return #vim.lsp.get_clients() == 0 end)
end

vim.schedule(function()
  for _, scene in ipairs({ story.theirs and play_beside or play, close }) do
    local done, problem = pcall(scene)
    if not done then
      table.insert(result.errors, tostring(problem))
    end
  end
  vim.fn.writefile({ vim.json.encode(result) }, story.out)
  vim.cmd.quitall({ bang = true })
end)
