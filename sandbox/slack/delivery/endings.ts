import type { WebSocket } from 'ws'
import { limits } from '../limits.ts'
import type { SocketEnding, World } from '../state.ts'

const goodbye = (reason: string): string =>
  JSON.stringify({ type: 'disconnect', reason, debug_info: { host: 'sandbox' } })

/**
 * Tells a connection why it has to end. https://docs.slack.dev/apis/events-api/using-socket-mode#disconnect
 */
export const sayGoodbye = (socket: WebSocket, reason: string): void => socket.send(goodbye(reason))

/** Closes, and hangs up on who does not answer. */
export const closePolitely = (socket: WebSocket): void => {
  socket.close(1001)
  setTimeout(() => socket.terminate(), limits.goodbyeMs).unref()
}

const refresh = (socket: WebSocket): void => {
  if (socket.readyState !== socket.OPEN) return
  sayGoodbye(socket, 'refresh_requested')
  closePolitely(socket)
}

/** Ends a connection as Slack ends them, or as networks do. */
export const endSocket = (world: World, socket: WebSocket, how: SocketEnding): void => {
  switch (how) {
    case 'disconnect':
      sayGoodbye(socket, 'link_disabled')
      closePolitely(socket)
      return
    case 'refresh':
      refresh(socket)
      return
    case 'warning':
      sayGoodbye(socket, 'warning')
      world.clock.at(world.clock.now() + limits.socketWarningMs, () => refresh(socket))
      return
    case 'drop':
      socket.terminate()
  }
}
