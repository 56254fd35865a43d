{
  "type": 1,
  "name": "remix",
  "description": "Remix a clip",
  "options": [
    {
      "name": "prompt",
      "description": "What to turn it into, such as \"slow jazz with brushes\"",
      "required": true,
      "type": 3,
      "max_length": 6000
    },
    {
      "type": 11,
      "name": "clip",
      "description": "Audio file to remix",
      "required": false,
      "file_types": [
        "audio",
        "video",
        ".3g2",
        ".3ga",
        ".3gp",
        ".3gpp",
        ".aac",
        ".aif",
        ".aifc",
        ".aiff",
        ".aiffc",
        ".bwf",
        ".f4a",
        ".f4v",
        ".m4b",
        ".m4r",
        ".m4v",
        ".mka",
        ".mkv",
        ".mp2",
        ".mpa",
        ".mpeg",
        ".mpg",
        ".mpga",
        ".oga",
        ".ogv",
        ".qt",
        ".qta",
        ".rf64",
        ".wave",
        ".weba"
      ]
    },
    {
      "type": 3,
      "name": "clip_link",
      "description": "A link instead of a file, or a take such as 3f2akd7c.2",
      "required": false,
      "max_length": 2000
    },
    {
      "name": "lyrics",
      "description": "Lyrics to sing (default: written for you)",
      "required": false,
      "type": 3,
      "max_length": 5000
    },
    {
      "name": "title",
      "description": "Title of the song",
      "required": false,
      "type": 3,
      "max_length": 6000,
      "autocomplete": true
    },
    {
      "name": "gender",
      "description": "Gender of the singing voice",
      "required": false,
      "type": 3,
      "choices": [
        {
          "name": "Male",
          "value": "male"
        },
        {
          "name": "Female",
          "value": "female"
        },
        {
          "name": "Neutral",
          "value": "neutral"
        }
      ]
    },
    {
      "name": "cover",
      "description": "Make an album cover too",
      "required": false,
      "type": 5
    },
    {
      "name": "timestamps",
      "description": "Show when each line is sung",
      "required": false,
      "type": 5
    },
    {
      "name": "permission",
      "description": "You made this, or its owner agreed",
      "required": false,
      "type": 5
    },
    {
      "name": "seen_by",
      "description": "Who sees it (\"Only me\" goes to your direct messages)",
      "required": false,
      "type": 3,
      "choices": [
        {
          "name": "Everyone here",
          "value": "here"
        },
        {
          "name": "Only me",
          "value": "me"
        }
      ]
    },
    {
      "name": "spoiler",
      "description": "Hide audio, cover and lyrics until someone clicks (on Slack, they go to the thread)",
      "required": false,
      "type": 5
    }
  ],
  "contexts": [
    0,
    1
  ],
  "integration_types": [
    0
  ]
}
