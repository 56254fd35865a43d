import type { KnownBlock } from '@slack/types'
import { Files } from '../chat/files.tsx'
import type { Showing } from '../chat/showing.ts'
import { Block } from './block.tsx'
import type { ChartBlock } from './data.tsx'
import { Mrkdwn } from './mrkdwn.tsx'

/** The parts of a message that are drawn, as Slack's API has them. */
type Original = {
  readonly text?: string
  readonly blocks?: readonly (KnownBlock | ChartBlock)[]
  readonly files?: readonly { readonly name: string; readonly title: string }[]
}

/** A message as Slack's client draws it: where there are blocks, the text is for those who do not see them. */
export const SlackMessage = ({ message, choicesOfPlace, nameOf, press }: Showing) => {
  const { text = '', blocks = [], files = [] } = message.original as Original
  return (
    <>
      {blocks.length > 0 || text === '' ? null : <Mrkdwn text={text} nameOf={nameOf} />}
      {blocks.map((block) => (
        <Block
          key={block.block_id}
          block={block}
          images={message.images}
          choicesOfPlace={choicesOfPlace}
          nameOf={nameOf}
          press={press}
        />
      ))}
      <Files
        files={message.files.map((file) => ({
          ...file,
          description: files.find(({ name }) => name === file.name)?.title ?? file.name,
        }))}
      />
    </>
  )
}
