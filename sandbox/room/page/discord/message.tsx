import { type APIMessage, MessageFlags } from 'discord-api-types/v10'
import { Files } from '../chat/files.tsx'
import type { Showing } from '../chat/showing.ts'
import { Components } from './components.tsx'
import { Embed } from './embed.tsx'
import { Markdown } from './markdown.tsx'

/** Where its parts say themselves where each file stands, none is shown a second time below. */
const placesFiles = ({ flags }: APIMessage): boolean => ((flags ?? 0) & MessageFlags.IsComponentsV2) !== 0

/** A message as Discord's client draws it. */
export const DiscordMessage = ({ message, nameOf, choicesOfPlace, press }: Showing) => {
  const original = message.original as APIMessage // as Discord's API has it
  const { content, embeds, components = [] } = original
  return (
    <>
      {content === '' ? null : <Markdown text={content} nameOf={nameOf} />}
      {placesFiles(original) ? null : <Files files={message.files} />}
      {embeds.map((embed) => (
        <Embed key={embeds.indexOf(embed)} embed={embed} nameOf={nameOf} />
      ))}
      <Components
        components={components}
        files={message.files}
        nameOf={nameOf}
        choicesOfPlace={choicesOfPlace}
        press={press}
      />
    </>
  )
}
