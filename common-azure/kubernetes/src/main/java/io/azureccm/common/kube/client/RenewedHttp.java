package io.azureccm.common.kube.client;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * An HTTP client that is replaced when the client certificate has been renewed. A connection keeps the certificate it was
 * opened with, and resumed TLS sessions do not send any, so the requests after a renewal use new connections and new
 * sessions. Requests in flight, such as watches, finish on their connections.
 */
final class RenewedHttp extends HttpClient {
    private final Supplier<HttpClient> open;
    private final Supplier<?> version;
    private volatile Opened current;
    private volatile HttpClient before;

    private record Opened(Object version, HttpClient client) {}

    RenewedHttp(Supplier<HttpClient> open, Supplier<?> version) {
        this.open = open;
        this.version = version;
        this.current = new Opened(version.get(), open.get());
    }

    private HttpClient now() {
        return current.version() == version.get() ? current.client() : renew();
    }

    private synchronized HttpClient renew() {
        Object wanted = version.get();
        if (current.version() != wanted) {
            before = current.client();
            current = new Opened(wanted, open.get());
        }
        return current.client();
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler)
            throws IOException, InterruptedException {
        return now().send(request, handler);
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request,
            HttpResponse.BodyHandler<T> handler) {
        return now().sendAsync(request, handler);
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, HttpResponse.BodyHandler<T> handler,
            HttpResponse.PushPromiseHandler<T> pushes) {
        return now().sendAsync(request, handler, pushes);
    }

    @Override
    public void shutdownNow() {
        current.client().shutdownNow();
        HttpClient old = before;
        if (old != null) {
            old.shutdownNow();
        }
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return current.client().cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return current.client().connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return current.client().followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return current.client().proxy();
    }

    @Override
    public SSLContext sslContext() {
        return current.client().sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return current.client().sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return current.client().authenticator();
    }

    @Override
    public Version version() {
        return current.client().version();
    }

    @Override
    public Optional<Executor> executor() {
        return current.client().executor();
    }
}
