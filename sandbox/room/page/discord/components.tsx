import {
  type APIMessageComponent,
  type APISectionComponent,
  type APIThumbnailComponent,
  ComponentType,
  SeparatorSpacingSize,
} from 'discord-api-types/v10'
import type { SeenMessage } from '../../../control/people.ts'
import { Files } from '../chat/files.tsx'
import { Picture } from '../chat/picture.tsx'
import type { ChoicesOfPlace } from '../chat/place-choices.ts'
import type { NameOf, Press } from '../chat/showing.ts'
import { Unknown } from '../chat/unknown.tsx'
import { Control } from './controls.tsx'
import { barColour } from './embed.tsx'
import { Markdown } from './markdown.tsx'

interface Around {
  files: SeenMessage['files']
  nameOf: NameOf
  choicesOfPlace: ChoicesOfPlace
  press: Press
}

const Thumbnail = ({ thumbnail }: { thumbnail: APIThumbnailComponent }) => (
  <Picture size="thumbnail" url={thumbnail.media.url} alt={thumbnail.description ?? ''} />
)

const Section = ({ section, around }: { section: APISectionComponent; around: Around }) => {
  const { accessory } = section
  return (
    <div class="section">
      <Components components={section.components} {...around} />
      {accessory.type === ComponentType.Button ? (
        <Control control={accessory} {...around} />
      ) : (
        <Thumbnail thumbnail={accessory} />
      )}
    </div>
  )
}

const nameIn = (url: string): string => decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')

const Part = ({ component, around }: { component: APIMessageComponent; around: Around }) => {
  switch (component.type) {
    case ComponentType.ActionRow:
      return (
        <div class="row">
          {component.components.map((control) => (
            <Control key={control.id} control={control} {...around} />
          ))}
        </div>
      )
    case ComponentType.TextDisplay:
      return <Markdown text={component.content} nameOf={around.nameOf} />
    case ComponentType.Section:
      return <Section section={component} around={around} />
    case ComponentType.Thumbnail:
      return <Thumbnail thumbnail={component} />
    case ComponentType.MediaGallery:
      return (
        <div class="gallery">
          {component.items.map(({ media, description }, index) => (
            <Picture key={index} size="cover" url={media.url} alt={description ?? ''} />
          ))}
        </div>
      )
    case ComponentType.File:
      return <Files files={around.files.filter(({ name }) => name === nameIn(component.file.url))} />
    case ComponentType.Separator:
      return (
        <hr
          class={`${component.divider === false ? 'blank' : ''} ${component.spacing === SeparatorSpacingSize.Large ? 'large' : ''}`}
        />
      )
    case ComponentType.Container:
      return (
        <div class="embed" style={barColour(component.accent_color)}>
          <div>
            <Components components={component.components} {...around} />
          </div>
        </div>
      )
    default:
      return <Unknown what={`component ${component.type}`} />
  }
}

/** The parts of a message below each other: https://docs.discord.com/developers/components/reference */
export const Components = ({
  components,
  ...around
}: Around & { components: readonly APIMessageComponent[] }) => (
  <>
    {components.map((component) => (
      <Part key={component.id} component={component} around={around} />
    ))}
  </>
)
