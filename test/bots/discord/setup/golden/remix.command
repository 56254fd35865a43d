{
  "type": 1,
  "name": "remix",
  "description": "Make a clip into something new",
  "options": [
    {
      "name": "prompt",
      "description": "What the clip turns into, such as \"slow jazz with brushes\"",
      "required": true,
      "type": 3,
      "max_length": 6000
    },
    {
      "type": 11,
      "name": "clip",
      "description": "What is remixed: an audio file",
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
      "description": "Instead of a file: its web address, or a take of a result such as 3f2akd7c.2",
      "required": false,
      "max_length": 2000
    },
    {
      "name": "lyrics",
      "description": "Words to be sung, instead of new ones",
      "required": false,
      "type": 3,
      "max_length": 5000
    },
    {
      "name": "title",
      "description": "What the song is called",
      "required": false,
      "type": 3,
      "max_length": 6000,
      "autocomplete": true
    },
    {
      "name": "gender",
      "description": "How the singing voice sounds",
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
      "description": "Paint an album cover as well",
      "required": false,
      "type": 5
    },
    {
      "name": "timestamps",
      "description": "Say when each line of the lyrics is sung",
      "required": false,
      "type": 5
    },
    {
      "name": "seen_by",
      "description": "Who sees it; with \"Only me\" it comes to your direct messages",
      "required": false,
      "type": 3,
      "choices": [
        {
          "name": "Everybody here",
          "value": "here"
        },
        {
          "name": "Only me",
          "value": "me"
        }
      ]
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
