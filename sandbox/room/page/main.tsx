import '@fontsource-variable/inter/wght.css'
import { render } from 'preact'
import 'twemoji-colr-font/twemoji.css'
import { Room } from './room.tsx'

// A file that is dropped beside all boxes would be opened in the room's place.
for (const name of ['dragover', 'drop'] as const)
  document.addEventListener(name, (event) => {
    const isOnBox = event.target instanceof HTMLInputElement && event.target.type === 'file'
    if (event.dataTransfer?.types.includes('Files') && !isOnBox) event.preventDefault()
  })

const root = document.getElementById('room')
if (root !== null) render(<Room />, root)
