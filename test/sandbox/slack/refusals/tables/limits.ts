import {
  actions,
  confirming,
  context,
  input,
  line,
  long,
  option,
  picture,
  select,
} from '../../block-faults.ts'
import { chart, chartOf, dataTable, point } from '../../data-faults.ts'
import { button, modal, openSocket, plain, type RawApp, section, times } from '../../support.ts'
import {
  alone,
  atLeast,
  type Border,
  exchanged,
  inBlock,
  inCall,
  inForm,
  inManifest,
  inPost,
  lasting,
  upTo,
} from '../borders.ts'
import { commanded, opened, pressed } from '../starts.ts'

const divider = (index: number) => ({ type: 'divider', block_id: `b${index}` })
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text })
const address = (length: number) => `https://example.com/${long(length - 20)}`
const grouped = (count: number, label = 'G') =>
  select({
    options: undefined,
    option_groups: times(count, () => ({ label: plain(label), options: [option()] })),
  })
const card = (more: object) => ({ type: 'card', title: mrkdwn('Take one'), ...more })
const cells = (count: number) => times(count, () => ({ type: 'raw_text', text: 'x' }))

/** A text of so many letters in sections of 3000. */
const sections = (length: number) =>
  times(Math.ceil(length / 3000), (index) => section(long(Math.min(3000, length - index * 3000))))

/** https://docs.slack.dev/reference/block-kit */
const ofBlocks: readonly Border[] = [
  inPost('text', (amount) => ({ text: long(amount) })),
  inPost('markdownText', (amount) => ({ markdown_text: long(amount) })),
  inPost('blocksText', (amount) => ({ blocks: sections(amount) })),
  inPost('blocksPerMessage', (amount) => ({ blocks: times(amount, divider) })),
  inBlock('blockId', (amount) => ({ type: 'divider', block_id: long(amount) })),
  inBlock('sectionText', (amount) => section(long(amount))),
  inBlock('sectionFields', (amount) => section('x', { fields: times(amount, () => plain('x')) })),
  inBlock('sectionField', (amount) => section('x', { fields: [plain(long(amount))] })),
  inBlock('headerText', (amount) => ({ type: 'header', text: plain(long(amount)) })),
  inPost('markdownBlocks', (amount) => ({
    blocks: [amount - 5000, 5000].map((length) => ({ type: 'markdown', text: long(length) })),
  })),
  inBlock('contextElements', (amount) => context(...times(amount, () => plain('x')))),
  inBlock('contextActions', (amount) => ({
    type: 'context_actions',
    elements: times(amount, (index) => ({
      type: 'icon_button',
      action_id: `i${index}`,
      icon: 'trash',
      text: plain('x'),
    })),
  })),
  inBlock('visibleUsers', (amount) => ({
    type: 'context_actions',
    elements: [
      {
        type: 'icon_button',
        action_id: 'i',
        icon: 'trash',
        text: plain('x'),
        visible_to_user_ids: times(amount, (index) => `U${index}`),
      },
    ],
  })),
  inBlock('actionsElements', (amount) =>
    actions(...times(amount, (index) => button({ action_id: `b${index}` }))),
  ),
  inBlock('imageUrl', (amount) => ({ ...picture, image_url: address(amount) })),
  inBlock('imageText', (amount) => ({ ...picture, alt_text: long(amount) })),
  inBlock('inputText', (amount) => input(line(), { label: plain(long(amount)) })),
  inBlock('cardTitle', (amount) => card({ title: mrkdwn(long(amount)) })),
  inBlock('cardBody', (amount) => card({ body: mrkdwn(long(amount)) })),
  inBlock('carouselCards', (amount) => ({ type: 'carousel', elements: times(amount, () => card({})) })),
  inBlock('tableRows', (amount) => ({ type: 'table', rows: times(amount, () => cells(1)) })),
  inBlock('tableColumns', (amount) => ({ type: 'table', rows: [cells(amount)] })),
  inBlock('tableText', (amount) => ({ type: 'table', rows: [[{ type: 'raw_text', text: long(amount) }]] })),
  inPost('tablesPerMessage', (amount) => ({
    blocks: times(amount, () => ({ type: 'table', rows: [cells(1)] })),
  })),
  inBlock('dataTableRows', (amount) => dataTable([], { rows: times(amount, () => cells(1)) })),
  atLeast(inBlock('dataTableRowsMin', (amount) => dataTable([], { rows: times(amount, () => cells(1)) }))),
  inBlock('dataTablePage', (amount) => dataTable(undefined, { page_size: amount })),
  inBlock('chartTitle', (amount) => chart({}, long(amount))),
  inBlock('chartLabel', (amount) => chart({ series: [{ name: long(amount), data: [point('Mon')] }] })),
  inBlock('chartSeries', (amount) => chartOf(1, amount)),
  inBlock('chartPoints', (amount) => chartOf(amount)),
  inPost('chartsPerMessage', (amount) => ({ blocks: times(amount, () => chart()) })),
  inBlock('actionId', (amount) => actions(button({ action_id: long(amount) }))),
  inBlock('buttonText', (amount) => actions(button({ text: plain(long(amount)) }))),
  inBlock('buttonValue', (amount) => actions(button({ value: long(amount) }))),
  inBlock('linkUrl', (amount) => actions(button({ url: address(amount) }))),
  inBlock('placeholder', (amount) => actions(select({ placeholder: plain(long(amount)) }))),
  inBlock('selectOptions', (amount) =>
    actions(select({ options: times(amount, (index) => option({ value: `${index}` })) })),
  ),
  inBlock('groupOptions', (amount) =>
    actions({ type: 'checkboxes', options: times(amount, (index) => option({ value: `${index}` })) }),
  ),
  inBlock('overflowOptions', (amount) =>
    actions({ type: 'overflow', options: times(amount, () => option()) }),
  ),
  atLeast(
    inBlock('overflowOptionsMin', (amount) =>
      actions({ type: 'overflow', options: times(amount, () => option()) }),
    ),
  ),
  inBlock('inputValue', (amount) => input(line({ initial_value: long(amount) }))),
  inBlock('textObject', (amount) => context(plain(long(amount)))),
  inBlock('optionText', (amount) => actions(select({ options: [option({ text: plain(long(amount)) })] }))),
  inBlock('optionGroups', (amount) => actions(grouped(amount))),
  inBlock('optionGroupLabel', (amount) => actions(grouped(1, long(amount)))),
  inBlock('confirmTitle', (amount) => confirming({ title: plain(long(amount)) })),
  inBlock('confirmText', (amount) => confirming({ text: plain(long(amount)) })),
  inBlock('confirmButton', (amount) => confirming({ deny: plain(long(amount)) })),
]

/** A form whose JSON has so many letters. */
const sized = (length: number) => {
  const blocks = times(84, () => section(long(2900)))
  const missing = length - JSON.stringify(modal({ blocks: [...blocks, section('')] })).length
  return { blocks: [...blocks, section(long(missing))] }
}

/** A form on so many others, by a button in each; false when the last was refused. */
const stack = async (app: RawApp, height: number): Promise<boolean> => {
  const more = { type: 'button', text: plain('More'), action_id: 'more' }
  const view = modal({ blocks: [actions(more)], submit: undefined })
  const { socket, id } = await opened(app, view)
  let form = id
  let isOpen = true
  for (const _ of times(height - 1, () => undefined)) {
    const acting = app.act({ press: { message: form, button: 'More' } })
    const envelope = await socket.next('block_actions')
    socket.ack(envelope)
    isOpen = (await app.call('views.push', { trigger_id: envelope.payload.trigger_id, view })).ok
    if (isOpen) form = (await acting).form?.id ?? ''
  }
  return isOpen
}

/** https://docs.slack.dev/surfaces/modals */
const ofForms: readonly Border[] = [
  inForm('blocksPerView', (amount) => ({ blocks: times(amount, divider) })),
  inForm('alertText', (amount) => ({ blocks: [{ type: 'alert', text: plain(long(amount)) }] })),
  inForm('fileInputFiles', (amount) => ({ blocks: [input({ type: 'file_input', max_files: amount })] })),
  inForm('viewTitle', (amount) => ({ title: plain(long(amount)) })),
  inForm('callbackId', (amount) => ({ callback_id: long(amount) })),
  inForm('externalId', (amount) => ({ external_id: long(amount) })),
  inForm('privateMetadata', (amount) => ({ private_metadata: long(amount) })),
  inForm('viewBytes', sized),
  upTo('stackedViews', stack),
]

const respond = async (url: string): Promise<boolean> =>
  (await fetch(url, { method: 'POST', body: JSON.stringify({ text: 'x' }) })).ok

/**
 * https://docs.slack.dev/interactivity/handling-user-interaction and
 * https://docs.slack.dev/apis/events-api/using-socket-mode
 */
const ofAnswers: readonly Border[] = [
  alone(
    lasting('ackMs', async (app, amount) => {
      const { socket, envelope, acting } = await commanded(app)
      app.clock.advance(amount)
      socket.ack(envelope, { text: 'Coming up' })
      await acting
      return app.slack.people.messages({})[0]?.text === 'Coming up'
    }),
  ),
  lasting('triggerLifeMs', async (app, amount) => {
    const { socket, envelope, acting } = await commanded(app)
    socket.ack(envelope, { text: 'Coming up' })
    await acting
    app.clock.advance(amount)
    const { trigger_id } = envelope.payload
    return (await app.call('views.open', { trigger_id, view: modal() })).ok
  }),
  upTo('responseUrlUses', async (app, amount) => {
    const { socket, envelope } = await pressed(app)
    socket.ack(envelope)
    const uses: boolean[] = []
    for (const _ of times(amount, () => undefined)) uses.push(await respond(envelope.payload.response_url))
    return uses.at(-1) ?? false
  }),
  lasting('responseUrlLifeMs', async (app, amount) => {
    const { socket, envelope, acting } = await commanded(app)
    socket.ack(envelope, { text: 'Coming up' })
    await acting
    app.clock.advance(amount)
    return respond(envelope.payload.response_url)
  }),
  upTo('sockets', async (app, amount) => {
    const sockets = await Promise.all(times(amount - 1, () => app.connect()))
    const last = await openSocket(await socketUrl(app))
    const isGreeted = await Promise.race([last.next('hello').then(() => true), last.closed.then(() => false)])
    for (const socket of [...sockets, last]) socket.end()
    return isGreeted
  }),
  lasting('ticketLifeMs', async (app, amount) => {
    const url = await socketUrl(app)
    app.clock.advance(amount)
    return openSocket(url).then(
      (socket) => {
        socket.end()
        return true
      },
      () => false,
    )
  }),
  lasting('codeLifeMs', exchanged),
]

const socketUrl = async ({ slack, request }: RawApp): Promise<string> => {
  const headers = { authorization: `Bearer ${slack.addresses.appToken}` }
  return String((await request('apps.connections.open', { headers })).url)
}

/** https://docs.slack.dev/reference/methods */
const ofMethods: readonly Border[] = [
  upTo('updatedText', async (app, amount) => {
    const channel = app.slack.addresses.channelId
    const { ts } = await app.call('chat.postMessage', { channel, text: 'x' })
    return (await app.call('chat.update', { channel, ts, text: long(amount) })).ok
  }),
  inCall('fileBytes', 'files.getUploadURLExternal', (length) => ({ filename: 'a.mp3', length })),
  inCall('fileAltText', 'files.getUploadURLExternal', (amount) => ({
    filename: 'a.png',
    length: 1,
    alt_txt: long(amount),
  })),
  lasting('uploadLifeMs', async (app, amount) => {
    const args = { filename: 'a.mp3', length: 1 }
    const { upload_url } = await app.call('files.getUploadURLExternal', args)
    app.clock.advance(amount)
    return (await fetch(String(upload_url), { method: 'POST', body: new Uint8Array(1) })).ok
  }),
  inCall('pageSizeMax', 'users.list', (limit) => ({ limit })),
]

const commands = (count: number) =>
  times(count, (index) => ({ command: `/music${index}`, description: 'Make a song' }))
const shortcut = (more: object = {}) => ({
  type: 'message',
  name: 'Remix',
  callback_id: 'remix',
  description: 'Make another',
  ...more,
})
const shown = (more: object) => ({ display_information: { name: 'Tunesmith', ...more } })

/** https://docs.slack.dev/reference/app-manifest */
const ofManifests: readonly Border[] = [
  inManifest('manifestName', (plainOne, amount) => ({ ...plainOne, ...shown({ name: long(amount) }) })),
  inManifest('manifestDescription', (plainOne, amount) => ({
    ...plainOne,
    ...shown({ description: long(amount) }),
  })),
  inManifest('manifestLongDescription', (plainOne, amount) => ({
    ...plainOne,
    ...shown({ long_description: long(amount) }),
  })),
  atLeast(
    inManifest('manifestLongDescriptionMin', (plainOne, amount) => ({
      ...plainOne,
      ...shown({ long_description: long(amount) }),
    })),
  ),
  inManifest('manifestBotName', ({ features, ...rest }, amount) => ({
    ...rest,
    features: { ...features, bot_user: { display_name: long(amount) } },
  })),
  inManifest('slashCommands', ({ features, ...rest }, amount) => ({
    ...rest,
    features: { ...features, slash_commands: commands(amount) },
  })),
  inManifest('slashCommand', ({ features, ...rest }, amount) => ({
    ...rest,
    features: { ...features, slash_commands: [{ command: `/${long(amount - 1)}`, description: 'x' }] },
  })),
  inManifest('slashDescription', ({ features, ...rest }, amount) => ({
    ...rest,
    features: { ...features, slash_commands: [{ command: '/music', description: long(amount) }] },
  })),
  inManifest('slashHint', ({ features, ...rest }, amount) => ({
    ...rest,
    features: {
      ...features,
      slash_commands: [{ command: '/music', description: 'x', usage_hint: long(amount) }],
    },
  })),
  inManifest('shortcuts', ({ features, ...rest }, amount) => ({
    ...rest,
    features: {
      ...features,
      shortcuts: times(amount, (index) => shortcut({ callback_id: `remix${index}` })),
    },
  })),
  inManifest('shortcutName', ({ features, ...rest }, amount) => ({
    ...rest,
    features: { ...features, shortcuts: [shortcut({ name: long(amount) })] },
  })),
  inManifest('shortcutDescription', ({ features, ...rest }, amount) => ({
    ...rest,
    features: { ...features, shortcuts: [shortcut({ description: long(amount) })] },
  })),
  inManifest('unfurlDomains', ({ features, ...rest }, amount) => ({
    ...rest,
    features: { ...features, unfurl_domains: times(amount, (index) => `example${index}.com`) },
  })),
  inManifest('scopes', ({ oauth_config: { scopes }, ...rest }, amount) => ({
    ...rest,
    oauth_config: {
      scopes: { bot: [...scopes.bot, ...times(amount - scopes.bot.length, () => 'commands')] },
    },
  })),
  inManifest('events', ({ settings, ...rest }, amount) => ({
    ...rest,
    settings: { ...settings, event_subscriptions: { bot_events: times(amount, () => 'app_mention') } },
  })),
]

/** Every limit that can be tried on both sides. */
export const borders: readonly Border[] = [
  ...ofBlocks,
  ...ofForms,
  ...ofAnswers,
  ...ofMethods,
  ...ofManifests,
]
