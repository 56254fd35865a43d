{
  "type": 1,
  "name": "inpaint",
  "description": "Make a part of a clip anew",
  "options": [
    {
      "name": "prompt",
      "description": "What is heard there instead, such as \"a saxophone solo\"",
      "required": true,
      "type": 3,
      "max_length": 6000
    },
    {
      "name": "start",
      "description": "Where the part begins, such as 0:45 or 83.5s",
      "required": true,
      "type": 3,
      "max_length": 40
    },
    {
      "name": "end",
      "description": "Where the part ends, such as 1:23.5",
      "required": true,
      "type": 3,
      "max_length": 40
    },
    {
      "type": 11,
      "name": "clip",
      "description": "What is changed: an audio file",
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
      "name": "section",
      "description": "Words to be sung in that part",
      "required": false,
      "type": 3,
      "max_length": 3000
    },
    {
      "name": "lyrics",
      "description": "Words of the whole song, for a better fit",
      "required": false,
      "type": 3,
      "max_length": 6000
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
      "name": "takes",
      "description": "How many are made; two, if left out",
      "required": false,
      "type": 4,
      "min_value": 1,
      "max_value": 2
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
