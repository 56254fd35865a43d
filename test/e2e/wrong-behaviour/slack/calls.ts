import type { Change, Ground } from '../changes.ts'

type Arguments = Readonly<Record<string, string>>

/** A call of another method, with the bot's token unless another is named. */
export const calling =
  (
    method: string,
    args: (ground: Ground) => Arguments = () => ({}),
    token?: (ground: Ground) => string,
  ): Change =>
  (call, send, ground) =>
    send({
      name: 'another',
      method: 'POST',
      path: `/api/${method}`,
      headers: new Headers({
        authorization: token ? `Bearer ${token(ground)}` : (call.headers.get('authorization') ?? ''),
        'content-type': 'application/x-www-form-urlencoded',
      }),
      body: Buffer.from(new URLSearchParams(args(ground)).toString()),
    })
