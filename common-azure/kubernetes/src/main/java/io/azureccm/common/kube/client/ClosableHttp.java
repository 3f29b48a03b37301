package io.azureccm.common.kube.client;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.InetAddress;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * A builder that keeps track of the client it built, so that its connections and its selector thread can be closed. It uses
 * its own TLS settings and ignores any others.
 */
final class ClosableHttp implements HttpClient.Builder, AutoCloseable {
    private final HttpClient.Builder builder;
    private final Optional<KubeTls> tls;
    private final List<HttpClient> built = new CopyOnWriteArrayList<>();

    ClosableHttp(HttpClient.Builder builder, Optional<KubeTls> tls) {
        this.builder = builder;
        this.tls = tls;
    }

    @Override
    public HttpClient build() {
        HttpClient client = tls.flatMap(KubeTls::renewable)
                .<HttpClient>map(keys -> new RenewedHttp(this::open, keys::version))
                .orElseGet(this::open);
        built.add(client);
        return client;
    }

    private HttpClient open() {
        tls.ifPresent(known -> builder.sslContext(known.context()));
        return builder.build();
    }

    @Override
    public void close() {
        built.forEach(HttpClient::shutdownNow);
    }

    @Override
    public HttpClient.Builder cookieHandler(CookieHandler cookieHandler) {
        builder.cookieHandler(cookieHandler);
        return this;
    }

    @Override
    public HttpClient.Builder connectTimeout(Duration duration) {
        builder.connectTimeout(duration);
        return this;
    }

    @Override
    public HttpClient.Builder sslContext(SSLContext sslContext) {
        if (tls.isEmpty()) {
            builder.sslContext(sslContext);
        }
        return this;
    }

    @Override
    public HttpClient.Builder sslParameters(SSLParameters sslParameters) {
        builder.sslParameters(sslParameters);
        return this;
    }

    @Override
    public HttpClient.Builder executor(Executor executor) {
        builder.executor(executor);
        return this;
    }

    @Override
    public HttpClient.Builder followRedirects(HttpClient.Redirect policy) {
        builder.followRedirects(policy);
        return this;
    }

    @Override
    public HttpClient.Builder version(HttpClient.Version version) {
        builder.version(version);
        return this;
    }

    @Override
    public HttpClient.Builder priority(int priority) {
        builder.priority(priority);
        return this;
    }

    @Override
    public HttpClient.Builder proxy(ProxySelector proxySelector) {
        builder.proxy(proxySelector);
        return this;
    }

    @Override
    public HttpClient.Builder authenticator(Authenticator authenticator) {
        builder.authenticator(authenticator);
        return this;
    }

    @Override
    public HttpClient.Builder localAddress(InetAddress localAddress) {
        builder.localAddress(localAddress);
        return this;
    }
}
