import { randomUUID } from 'node:crypto'
import type { Callback, Callbacks } from './callbacks.ts'
import { fillIn, type Sources } from './filling.ts'
import { encode, type KeyUse, type Order, type ServiceRequest } from './requests.ts'
import { demand, NotTried, shown } from './row.ts'
import { type Fields, isRecord, textOf } from './values.ts'
import { createGate, createMemory, type Memory } from './waiting.ts'
import { type Watched, watchTask } from './watching.ts'
import type { Answer, Wire } from './wire.ts'

/** The audio service as the rows see it. Equal requests and orders are sent once. */
export type Service = {
  readonly baseUrl: string
  readonly answer: (request: ServiceRequest) => Promise<Answer>
  /** Asks again, though the same was asked before. */
  readonly answerAgain: (request: ServiceRequest) => Promise<Answer>
  /** The answer to an order that must be taken. Throws Differs where it is refused. */
  readonly accepted: (order: Order) => Promise<Answer>
  /** The conversion record when the task has ended, well or not. */
  readonly ended: (order: Order) => Promise<Fields>
  /** The conversion record of a task that must end well. Throws Differs where it does not. */
  readonly completed: (order: Order) => Promise<Fields>
  /** The record as the first look-up after the order found it. */
  readonly firstSeen: (order: Order) => Promise<Fields>
  /**
   * The calls that came for an order's task, once they are enough or patience ends.
   * Throws NotTried without an address.
   */
  readonly callbacks: (
    order: Order,
    isEnough: (calls: readonly Callback[]) => boolean,
  ) => Promise<readonly Callback[]>
  /** The address for callbacks that an order gave. */
  readonly callbackAddress: (order: Order) => string | undefined
  /** The bytes of a result. Throws Differs where there are none. */
  readonly file: (address: string) => Promise<Uint8Array>
  readonly voices: () => Promise<readonly Fields[]>
  readonly statusesSeen: () => readonly string[]
  /** Sum of the estimates of all that was taken. */
  readonly creditsEstimated: () => number
}

/** What a service is made of. */
export type ServiceOptions = {
  readonly baseUrl: string
  readonly apiKey: string
  readonly wire: Wire
  readonly callbacks: Callbacks
  /** Milliseconds, for what lasts. */
  readonly now: () => number
  /** How many tasks may be under way at a time. */
  readonly tasksAtOnce: number
  /** How long a task may take at least; more where the service's own estimate says so. */
  readonly patienceMs: number
  /** How long to wait for a callback after a task's end. */
  readonly callbackPatienceMs: number
  /** Settles when the next look-up may be sent. */
  readonly lookUpTurn: () => Promise<void>
}

const addressNames = ['conversion_path_1', 'conversion_path', 'audio_url', 'output_file'] as const

/** The address of a record's first audio; a record of one output may name it in one of several ways. */
export const audioAddressOf = (conversion: Fields): string =>
  addressNames.map((name) => textOf(conversion, name)).find((address) => address !== '') ?? ''

/** As the address of the audio, but of the WAV file. */
export const wavAddressOf = (conversion: Fields): string =>
  textOf(conversion, 'conversion_path_wav_1') || textOf(conversion, 'conversion_path_wav')

const keyOf = (apiKey: string, use: KeyUse): string | undefined => {
  switch (use) {
    case 'own':
      return apiKey
    case 'none':
      return undefined
    case 'wrong':
      return 'not-a-key-of-this-service'
    case 'bearer':
      return `Bearer ${apiKey}`
    case 'no-credits':
    case 'no-plan':
    case 'server-failure':
    case 'busy':
      return `${apiKey}.${use}`
  }
}

const textFor = (order: Order): string => JSON.stringify(order)

type Asking = Pick<Service, 'answer' | 'answerAgain' | 'voices'>

const createAsking = (
  { baseUrl, apiKey, wire }: ServiceOptions,
  remember: Memory,
  sources: Sources,
): Asking => {
  const answerAgain = async ({ endpoint, fields, key = 'own' }: ServiceRequest): Promise<Answer> => {
    const filled = await fillIn(fields, sources)
    const make = () => encode(baseUrl, endpoint, filled, keyOf(apiKey, key))
    return key === 'busy' ? await wire.send(make()) : await wire.sendPatiently(make)
  }
  const answer: Service['answer'] = (request) =>
    remember(`answer ${JSON.stringify(request)}`, () => answerAgain(request))
  return {
    answer,
    answerAgain,
    voices: async () => {
      const { body } = await answer({ endpoint: 'getAllVoices' })
      return Array.isArray(body.voices) ? body.voices.filter(isRecord) : []
    },
  }
}

type Ordering = Pick<Service, 'accepted' | 'callbackAddress' | 'statusesSeen' | 'creditsEstimated'> & {
  readonly callbackName: (order: Order) => string | undefined
  readonly watched: (order: Order) => Promise<Watched>
}

const createOrdering = (
  options: ServiceOptions,
  remember: Memory,
  sources: Sources,
  { answerAgain }: Asking,
): Ordering => {
  const { baseUrl, apiKey, wire, callbacks } = options
  const gate = createGate(options.tasksAtOnce)
  const callbackNames = new Map<string, string>()
  const statuses = new Set<string>()
  let credits = 0

  const lookUp = async (conversionType: string, task_id: string): Promise<Fields> => {
    await options.lookUpTurn()
    const { body } = await answerAgain({ endpoint: 'byId', fields: { conversionType, task_id } })
    const conversion = isRecord(body.conversion) ? body.conversion : {}
    if (textOf(conversion, 'status') !== '') statuses.add(textOf(conversion, 'status'))
    return conversion
  }

  const watch = (order: Order, taken: Answer): Promise<Watched> =>
    remember(`watch ${textFor(order)}`, () =>
      watchTask(order, taken, callbackNames.get(textFor(order)) ?? '', { ...options, lookUp }),
    )

  const submit = async (order: Order): Promise<Answer> => {
    const name = `${order.endpoint}-${randomUUID()}`
    const webhook_url = order.quiet ? undefined : callbacks.addressFor(name)
    if (webhook_url !== undefined) callbackNames.set(textFor(order), name)
    const filled = await fillIn(order.fields, sources)
    const fields = webhook_url === undefined ? filled : { ...filled, webhook_url }
    const leave = await gate.enter()
    try {
      const taken = await wire.sendPatiently(() => encode(baseUrl, order.endpoint, fields, apiKey))
      const { status, body } = taken
      demand(status === 200 && body.success === true, `the order is not taken: ${status} ${shown(body)}`)
      if (typeof body.credit_estimate === 'number') credits += body.credit_estimate
      watch(order, taken).then(leave, leave)
      return taken
    } catch (error) {
      leave()
      throw error
    }
  }

  const accepted: Service['accepted'] = (order) => remember(`order ${textFor(order)}`, () => submit(order))
  return {
    accepted,
    callbackAddress: (order) => callbacks.addressFor(callbackNames.get(textFor(order)) ?? ''),
    callbackName: (order) => callbackNames.get(textFor(order)),
    statusesSeen: () => [...statuses],
    creditsEstimated: () => credits,
    watched: async (order) => await watch(order, await accepted(order)),
  }
}

const createFetching =
  (wire: Wire, remember: Memory): Service['file'] =>
  (address) =>
    remember(`file ${address}`, async () => {
      demand(URL.canParse(address), `${shown(address)} is no address`)
      const { status, bytes } = await wire.download(address)
      demand(status === 200 && bytes.length > 0, `${address} answers ${status} with ${bytes.length} bytes`)
      return bytes
    })

/** Makes the service that all rows of a run share. */
export const createService = (options: ServiceOptions): Service => {
  const { baseUrl, callbacks, callbackPatienceMs, wire } = options
  const remember = createMemory()
  const sources: Sources = {
    resultOf: async (order) => audioAddressOf(await completed(order)),
    answerOf: async (order, field) => textOf((await ordering.accepted(order)).body, field),
    voiceId: async (which) => {
      const voice = (await asking.voices())[which === 'first' ? 0 : 1]
      const voiceId = voice === undefined ? '' : textOf(voice, 'voice_id')
      if (voiceId === '') throw new NotTried('needs a voice of getAllVoices')
      return voiceId
    },
  }
  const asking = createAsking(options, remember, sources)
  const ordering = createOrdering(options, remember, sources, asking)

  const ended: Service['ended'] = async (order) => (await ordering.watched(order)).last

  const completed: Service['completed'] = async (order) => {
    const conversion = await ended(order)
    const { status, message } = conversion
    demand(status === 'COMPLETED', `${order.endpoint}: the task ends as ${shown(status)}: ${shown(message)}`)
    return conversion
  }

  return {
    baseUrl,
    ...asking,
    ...ordering,
    ended,
    completed,
    firstSeen: async (order) => (await ordering.watched(order)).first,
    callbacks: async (order, isEnough) => {
      await ended(order)
      const name = ordering.callbackName(order)
      if (name === undefined) throw new NotTried('needs an address the service can call: --callback-url')
      while (!isEnough(callbacks.received(name))) {
        if (!(await callbacks.next(name, callbackPatienceMs))) break
      }
      return callbacks.received(name)
    },
    file: createFetching(wire, remember),
  }
}
