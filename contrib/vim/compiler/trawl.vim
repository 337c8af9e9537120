" trawl.vim - after :compiler trawl, :make reports links that would break in the programs of others

if exists('current_compiler')
  finish
endif
let current_compiler = 'trawl'

CompilerSet makeprg=trawl\ wrap\ --check\ %:S
CompilerSet errorformat=%f:%l:%c:\ %m
