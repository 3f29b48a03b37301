package io.azureccm.common.kube.client;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;

/** Holds each request to the Kubernetes API back until the token bucket allows it; the caller's thread waits. */
final class RequestLimit implements Interceptor {
    static final String NAME = "REQUEST_LIMIT";

    private final TokenBucket bucket;

    RequestLimit(TokenBucket bucket) {
        this.bucket = bucket;
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        try {
            Thread.sleep(bucket.reserve());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(
                    new InterruptedIOException("interrupted while waiting to send " + request.uri().getPath()));
        }
    }
}
