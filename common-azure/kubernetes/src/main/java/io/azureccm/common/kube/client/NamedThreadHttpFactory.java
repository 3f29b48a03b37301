package io.azureccm.common.kube.client;

import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientImpl;
import java.net.http.HttpClient;
import java.util.Optional;
import java.util.concurrent.Executor;

/** The JDK's HTTP client on named virtual threads, closed with the Kubernetes client instead of by garbage collection. */
final class NamedThreadHttpFactory extends JdkHttpClientFactory {
    private final ClosableHttp http;

    NamedThreadHttpFactory(Optional<KubeTls> tls) {
        this.http = new ClosableHttp(HttpClient.newBuilder().executor(named("kube-http-")), tls);
    }

    static Executor named(String prefix) {
        Thread.Builder builder = Thread.ofVirtual().name(prefix, 0);
        return builder::start;
    }

    @Override
    protected HttpClient.Builder createNewHttpClientBuilder() {
        return http;
    }

    @Override
    protected void closeHttpClient(JdkHttpClientImpl client) {
        http.close();
    }
}
