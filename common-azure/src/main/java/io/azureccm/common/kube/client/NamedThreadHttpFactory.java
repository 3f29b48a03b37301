package io.azureccm.common.kube.client;

import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.net.http.HttpClient;
import java.util.concurrent.Executor;

/** The JDK's HTTP client on named virtual threads. */
final class NamedThreadHttpFactory extends JdkHttpClientFactory {
    static final Executor THREADS = named("kube-http-");

    static Executor named(String prefix) {
        Thread.Builder builder = Thread.ofVirtual().name(prefix, 0);
        return builder::start;
    }

    @Override
    protected HttpClient.Builder createNewHttpClientBuilder() {
        return HttpClient.newBuilder().executor(THREADS);
    }
}
