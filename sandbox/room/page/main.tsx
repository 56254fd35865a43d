import '@fontsource-variable/inter/wght.css'
import { render } from 'preact'
import { Room } from './room.tsx'

const root = document.getElementById('room')
if (root !== null) render(<Room />, root)
