" Plays the story in Vim with ALE. The configuration has been read before; columns are bytes.
let s:story = json_decode($STORY)
let s:result = {'version': printf('%d.%d', v:version / 100, v:version % 100), 'errors': []}
let s:patience = 10

function! s:Wait(what, Condition) abort
  let l:start = reltime()
  while !a:Condition()
    if reltimefloat(reltime(l:start)) > s:patience
      throw 'waited in vain for ' . a:what
    endif
    sleep 20m
  endwhile
endfunction

function! s:Text() abort
  return join(getline(1, '$'), "\n") . "\n"
endfunction

function! s:Found() abort
  return map(getloclist(0), {_, item -> [item.lnum - 1, item.col - 1, item.end_col]})
endfunction

function! s:Hover() abort
  let l:shown = filter(range(1, winnr('$')), {_, window -> getwinvar(window, '&previewwindow')})
  return empty(l:shown) ? '' : join(getbufline(winbufnr(l:shown[0]), 1, '$'), "\n")
endfunction

" Whether the server has sent findings since the text was inserted.
function! s:IsJudged() abort
  let l:session = join(readfile(s:story.session))
  return strridx(l:session, 'textDocument/publishDiagnostics') > strridx(l:session, '\u2028')
endfunction

" Run a command that asks which code action to take, and take the first.
function! s:Act(command, what) abort
  let l:before = s:Text()
  call feedkeys("1\<CR>", 'n')
  execute a:command
  call s:Wait(a:what, {-> s:Text() isnot# l:before})
  return s:Text()
endfunction

function! s:Play() abort
  call s:Wait('the findings', {-> len(getloclist(0)) == 2})
  let s:result.found = s:Found()

  call cursor(s:story.hover[0] + 1, s:story.hover[1] + 2)
  ALEHover
  call s:Wait('the hover', {-> !empty(s:Hover())})
  let s:result.hover = s:Hover()
  pclose

  call cursor(s:story.broken[0] + 1, s:story.broken[1] + 1)
  let s:result.mended = s:Act('ALECodeAction', 'the quick fix')
  ALELint
  call s:Wait('one finding less', {-> len(getloclist(0)) == 1})

  call cursor(s:story.take[0] + 1, s:story.take[1] + 1)
  execute 'normal! v' . (s:story.take[2] - s:story.take[1] - 1) . "l\<Esc>"
  let s:result.decoded = s:Act("'<,'>ALECodeAction", 'the decoded selection')

  let l:line = getline(s:story.insert[0] + 1)
  let l:column = s:story.insert[1]
  let l:text = strpart(l:line, 0, l:column) . s:story.inserted . strpart(l:line, l:column)
  call append(s:story.insert[0] + 1, split(l:text, "\n", 1))
  call deletebufline('', s:story.insert[0] + 1)
  ALELint
  call s:Wait('the findings after the edit', function('s:IsJudged'))
  sleep 300m
  let s:result.found_late = s:Found()
  let s:result.told = s:Text()
endfunction

function! s:PlayAndLeave(timer) abort
  try
    call s:Play()
  catch
    call add(s:result.errors, v:exception . ' at ' . v:throwpoint)
  endtry
  call writefile([json_encode(s:result)], s:story.out)
  quitall!
endfunction

call timer_start(100, function('s:PlayAndLeave'))
