package io.azureccm.common.arm.gateway;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.http.policy.RequestIdPolicy;
import com.azure.core.http.policy.UserAgentPolicy;
import com.azure.core.util.SharedExecutorService;
import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.http.RecyclingHttpClient;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/**
 * The HTTP clients of the pipelines, on virtual threads. They use HTTP/1.1 (azure-core's adapter of the JDK client supports
 * nothing else), so concurrent calls have separate connections.
 */
public final class ArmTransport {
    /** More than the number of concurrent calls. */
    private static final int READERS = 128;

    static {
        outliveShutdown();
    }

    private ArmTransport() {}

    /**
     * azure-core reads responses on its own executor, which a shutdown hook ends: calls in flight would fail during shutdown
     * instead of being awaited. This executor ends with the process.
     */
    private static void outliveShutdown() {
        ScheduledThreadPoolExecutor readers = new ScheduledThreadPoolExecutor(READERS,
                Thread.ofVirtual().name("arm-read-", 0).factory());
        readers.setKeepAliveTime(10, TimeUnit.SECONDS);
        readers.allowCoreThreadTimeOut(true);
        SharedExecutorService.getInstance().setExecutorService(readers);
    }

    public static RecyclingHttpClient open(SSLContext tls, ArmClientSettings settings, ArmClock clock) {
        return new RecyclingHttpClient(() -> connections(tls, settings), settings.recycleBelow(), clock);
    }

    /** No retry policy: retries are decided in one place, around the gateway. */
    public static HttpPipeline pipeline(HttpClient client, String userAgent) {
        return new HttpPipelineBuilder().httpClient(client)
                .policies(new UserAgentPolicy(userAgent), new RequestIdPolicy())
                .build();
    }

    private static HttpClient connections(SSLContext tls, ArmClientSettings settings) {
        return new ProxyFailures(settings.proxies()).around(new JdkHttpClientBuilder(
                settings.proxies().around(java.net.http.HttpClient.newBuilder().sslContext(tls)))
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .connectionTimeout(settings.connectTimeout())
                .responseTimeout(settings.answerTimeout())
                .readTimeout(settings.answerTimeout())
                .writeTimeout(settings.answerTimeout())
                .build());
    }
}
