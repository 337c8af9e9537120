-- trawl_links.lua - makes the links of a buffer clickable, even those that are broken over lines
--
-- Each piece of a link gets an extmark with the whole URL, which terminals show as a hyperlink.
-- Needs neovim 0.10. The buffer is read anew when you leave insert mode or write the buffer. The
-- buffer of a terminal is read anew when you leave terminal mode.
--   vim.g.trawl_filetypes   where, by default { 'mail', 'text', 'markdown', 'gitcommit' }
--   vim.g.trawl_program     the command, 'trawl' by default

if vim.g.loaded_trawl_links or vim.fn.has('nvim-0.10') == 0 then
  return
end
vim.g.loaded_trawl_links = true

local space = vim.api.nvim_create_namespace('trawl')
local filetypes = vim.g.trawl_filetypes or { 'mail', 'text', 'markdown', 'gitcommit' }
local most = 1000000 -- bytes: larger buffers are not read

-- Returns the row and column, from 0, of a byte of the text.
local function place(starts, offset)
  local low, high = 1, #starts
  while low < high do
    local middle = math.ceil((low + high) / 2)
    if starts[middle] <= offset then
      low = middle
    else
      high = middle - 1
    end
  end
  return low - 1, offset - starts[low]
end

local function mark(buffer, starts, output)
  vim.api.nvim_buf_clear_namespace(buffer, space, 0, -1)
  for line in output:gmatch('[^\n]+') do
    local good, link = pcall(vim.json.decode, line)
    if good and link.url then
      for _, span in ipairs(link.spans) do
        local row, column = place(starts, span[1])
        local end_row, end_column = place(starts, span[2])
        pcall(vim.api.nvim_buf_set_extmark, buffer, space, row, column,
          { end_row = end_row, end_col = end_column, url = link.url })
      end
    end
  end
end

local function read(buffer)
  local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  local starts, at = {}, 0
  for i, line in ipairs(lines) do
    starts[i] = at
    at = at + #line + 1
  end
  if at > most then
    return
  end
  local tick = vim.api.nvim_buf_get_changedtick(buffer)
  local profile = vim.bo[buffer].buftype == 'terminal' and 'screen' or 'mail'
  vim.system({ vim.g.trawl_program or 'trawl', '-f', 'text', '-t', 'json', '--profile', profile },
    { stdin = table.concat(lines, '\n') .. '\n' },
    vim.schedule_wrap(function(result)
      if vim.api.nvim_buf_is_valid(buffer) and vim.api.nvim_buf_get_changedtick(buffer) == tick then
        mark(buffer, starts, result.stdout or '')
      end
    end))
end

vim.api.nvim_create_autocmd({ 'FileType', 'BufWritePost', 'InsertLeave', 'TermLeave' }, {
  group = vim.api.nvim_create_augroup('trawl', {}),
  callback = function(event)
    if event.event == 'TermLeave' or vim.tbl_contains(filetypes, vim.bo[event.buf].filetype) then
      read(event.buf)
    end
  end,
})
