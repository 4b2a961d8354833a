from langfuse import get_client, observe
from langfuse.media import LangfuseMedia
from langfuse.openai import OpenAI

import steps

langfuse = get_client()
client = OpenAI()
files = [
    LangfuseMedia(content_bytes=content, content_type=media_type)
    for media_type, content in (
        ("image/png", steps.PICTURE),
        ("audio/wav", steps.SOUND),
        ("application/pdf", steps.DOCUMENT),
    )
]


@observe(name="support")
def support():
    langfuse.update_current_span(input=files)
    steps.shown(client)


support()
langfuse.flush()

for file in files:
    tag = {"file": file._reference_string}
    read = LangfuseMedia.resolve_media_references(
        obj=tag, langfuse_client=langfuse, resolve_with="base64_data_uri"
    )
    assert read["file"] == file._base64_data_uri if hasattr(file, "_base64_data_uri") else True, read
    assert read["file"].split(",")[1] == steps.base64_of(file._content_bytes), read
langfuse.shutdown()
