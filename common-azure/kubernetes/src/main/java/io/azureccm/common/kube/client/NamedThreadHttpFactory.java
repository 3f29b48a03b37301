package io.azureccm.common.kube.client;

import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientImpl;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.http.HttpClient;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/**
 * The JDK's HTTP client on named virtual threads, with its own TLS settings instead of any others. It is closed with the
 * Kubernetes client, with its connections and its selector thread, instead of by garbage collection.
 */
final class NamedThreadHttpFactory extends JdkHttpClientFactory {
    private final HttpClient.Builder builder = HttpClient.newBuilder().executor(named("kube-http-"));
    private final Optional<KubeTls> tls;
    private final List<HttpClient> built = new CopyOnWriteArrayList<>();

    NamedThreadHttpFactory(Optional<KubeTls> tls) {
        this.tls = tls;
    }

    static Executor named(String prefix) {
        Thread.Builder builder = Thread.ofVirtual().name(prefix, 0);
        return builder::start;
    }

    /** The JDK's builder in everything but what it builds: a client that is closed, and renewed with its certificate. */
    @Override
    protected HttpClient.Builder createNewHttpClientBuilder() {
        return (HttpClient.Builder) Proxy.newProxyInstance(HttpClient.class.getClassLoader(),
                new Class<?>[]{HttpClient.Builder.class}, this::build);
    }

    private Object build(Object proxy, Method method, Object[] values) throws ReflectiveOperationException {
        if (method.getName().equals("build"))
            return build();
        Object result = method.invoke(builder, values);
        return result == builder ? proxy : result;
    }

    private HttpClient build() {
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
    protected void closeHttpClient(JdkHttpClientImpl client) {
        built.forEach(HttpClient::shutdownNow);
    }
}
