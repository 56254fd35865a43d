{
  "type": 1,
  "name": "tts",
  "description": "Read a text aloud",
  "options": [
    {
      "name": "text",
      "description": "What is read aloud",
      "required": true,
      "type": 3,
      "max_length": 6000
    },
    {
      "name": "voice",
      "description": "Who reads: a name, or the beginning of one",
      "required": false,
      "type": 3,
      "autocomplete": true,
      "max_length": 200
    },
    {
      "name": "gender",
      "description": "How the voice sounds, where no voice is named",
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
        }
      ]
    },
    {
      "type": 11,
      "name": "sample",
      "description": "A recording of the voice to imitate, without music",
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
      "name": "sample_link",
      "description": "Instead of a file: its web address, or a take of a result such as 3f2akd7c.2",
      "required": false,
      "max_length": 2000
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
