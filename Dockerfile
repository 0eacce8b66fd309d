# The server with its client. It runs what a checkout runs: the code as it lies here, the packages of requirements/run.txt.

# The larger image has the C compiler that the solver is compiled with; what compiles it stays behind here.
FROM python:3.13 AS made
COPY requirements/run.txt /
RUN python -m venv --without-pip /opt/venv \
    && pip --python /opt/venv/bin/python install --no-cache-dir --require-hashes --requirement /run.txt
COPY server/agnes /app/server/agnes
RUN cd /app/server \
    && /opt/venv/bin/python -m agnes.solver.build \
    && /opt/venv/bin/python -m compileall -q /app/server \
    && pip --python /opt/venv/bin/python uninstall --yes cython

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home agnes \
    && install --directory --owner agnes --mode 700 /data
COPY --from=made /opt/venv /opt/venv
COPY --from=made /app/server /app/server
COPY client /app/client
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONPATH=/app/server \
    AGNES_HOST=0.0.0.0 \
    AGNES_PORT=8000 \
    AGNES_DATA_DIR=/data
USER agnes
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["python", "-P", "-m", "agnes"]
CMD ["serve"]
