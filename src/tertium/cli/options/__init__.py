"""Options, declared once: what each command takes, and how arguments become inputs."""
