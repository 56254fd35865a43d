{
  "type": 3,
  "name": "Remix this clip",
  "contexts": [
    0,
    1
  ],
  "integration_types": [
    0
  ]
}
