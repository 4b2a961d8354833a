"""The proxy of LiteLLM with one callback, started as its users do. A program asks it as it would ask OpenAI."""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

import openai

import steps

CALLBACK = os.environ["LITELLM_CALLBACK"]
KEY = "sk-proxy"
MODELS = {
    "openai": ["gpt-4o-mini", "gpt-4o", "gpt-5-mini", "gpt-4.1", "gpt-4.1-nano", "qwen-max", "text-embedding-3-small"],
    "anthropic": ["claude-sonnet-4-5"],
}


def config():
    callbacks = (
        {"success_callback": ["langfuse"], "failure_callback": ["langfuse"]}
        if CALLBACK == "langfuse"
        else {"callbacks": [CALLBACK]}
    )
    return {
        "model_list": [
            {"model_name": model, "litellm_params": {"model": f"{vendor}/{model}"}}
            for vendor, models in MODELS.items()
            for model in models
        ],
        "litellm_settings": {**callbacks, "num_retries": 0},
        "general_settings": {"master_key": KEY},
    }


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def started(folder, port):
    place = os.path.join(folder, "config.yaml")
    # JSON is YAML.
    with open(place, "w", encoding="utf-8") as file:
        json.dump(config(), file)
    program = os.path.join(os.path.dirname(sys.executable), "litellm")
    command = [program, "--config", place, "--host", "127.0.0.1", "--port", str(port)]
    proxy = subprocess.Popen(command, cwd=folder)
    for _ in range(300):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health/liveliness", timeout=2).read()
            return proxy
        except OSError:
            if proxy.poll() is not None:
                break
            time.sleep(0.3)
    proxy.kill()
    raise AssertionError("The proxy did not start.")


def ask(port):
    client = openai.OpenAI(base_url=f"http://127.0.0.1:{port}", api_key=KEY, max_retries=0)
    about = {"extra_body": {"metadata": {"session_id": "session-7", "tags": ["beta"], "plan": "pro"}}, "user": "user-7"}
    steps.chat(client, "gpt-4o-mini", **about)
    steps.streamed(client, **about)
    steps.chat(client, "gpt-5-mini", **about)
    steps.chat(client, "claude-sonnet-4-5", **about)
    steps.chat(client, "qwen-max", **about)
    steps.embedded(client, **about)
    steps.failed(client, **about)


def main():
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        proxy = started(folder, port)
        try:
            ask(port)
            # The proxy sends in the background, every few seconds.
            time.sleep(float(os.environ.get("LITELLM_WAIT_SECONDS", "12")))
        finally:
            proxy.send_signal(signal.SIGINT)
            try:
                proxy.wait(10)
            except subprocess.TimeoutExpired:
                proxy.kill()


main()
