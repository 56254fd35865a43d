import { parentPort } from 'node:worker_threads'
import { shelf } from './shelf.ts'

// To make a clip takes a second or so, in which a stand-in of the same thread could answer nobody.

parentPort?.once('message', async (name: string) => {
  parentPort?.postMessage(await shelf.find((clip) => clip.name === name)?.make())
})
