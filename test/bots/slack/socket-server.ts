import { WebSocketServer } from 'ws'
import { answers, type Reply, startScriptedServer } from '../../support/service/scripted-server.ts'

/** A Slack that knows tokens and sockets and nothing else; it answers and lets go when a test says so. */
export const startSocketServer = async () => {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => sockets.once('listening', resolve))
  const address = sockets.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const url = `ws://127.0.0.1:${address.port}/link/?ticket=secret-ticket`
  const state = { connections: 0, waiting: new Set<() => void>(), connecting: [] as Reply[] }
  sockets.on('connection', (socket) => {
    state.connections += 1
    socket.send(JSON.stringify({ type: 'hello', num_connections: 1 }))
    for (const wake of state.waiting) wake()
  })
  const methods: Readonly<Record<string, object>> = {
    '/api/auth.test': { ok: true, team_id: 'T1', user_id: 'U0', bot_id: 'B0' },
    '/api/apps.connections.open': { ok: true, url },
  }
  const server = await startScriptedServer({
    reply(response, request) {
      const scripted = request.url.endsWith('apps.connections.open') ? state.connecting.shift() : undefined
      const reply = scripted ?? answers(200, methods[request.url] ?? { ok: false, error: 'unknown_method' })
      reply(response, request)
    },
  })
  return {
    apiUrl: `${server.url}/api/`,
    requests: server.requests,
    /** How the next requests for a socket are answered, one after the other. */
    answerConnecting(...replies: readonly Reply[]) {
      state.connecting.push(...replies)
    },
    async connections(count: number) {
      while (state.connections < count) {
        await new Promise<void>((resolve) => state.waiting.add(resolve))
      }
    },
    /**
     * Says goodbye as Slack does every few hours.
     * https://docs.slack.dev/apis/events-api/using-socket-mode#disconnect
     */
    disconnect() {
      for (const socket of sockets.clients) {
        socket.send(JSON.stringify({ type: 'disconnect', reason: 'refresh_requested' }))
      }
    },
    /** Sends this over every connection. */
    send(text: string) {
      for (const socket of sockets.clients) socket.send(text)
    },
    /** Breaks every connection without a word. */
    cut() {
      for (const socket of sockets.clients) socket.terminate()
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      await server.close()
    },
  }
}
