package io.azureccm.common.arm;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.http.policy.RequestIdPolicy;
import com.azure.core.http.policy.UserAgentPolicy;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/**
 * The HTTP clients under the pipelines, on virtual threads. They speak HTTP/1.1 (azure-core's adapter of the JDK client knows
 * nothing else), so calls at the same time have connections of their own.
 */
final class ArmTransport {
    private ArmTransport() {}

    static RecyclingHttpClient open(SSLContext tls, ArmClientSettings settings, ArmClock clock) {
        return new RecyclingHttpClient(() -> connections(tls, settings), settings.recycleBelow(), clock);
    }

    /** No retry policy: repeating calls is decided in one place, around the gateway. */
    static HttpPipeline pipeline(HttpClient client, String userAgent) {
        return new HttpPipelineBuilder().httpClient(client)
                .policies(new UserAgentPolicy(userAgent), new RequestIdPolicy())
                .build();
    }

    private static HttpClient connections(SSLContext tls, ArmClientSettings settings) {
        return new JdkHttpClientBuilder(java.net.http.HttpClient.newBuilder().sslContext(tls))
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .connectionTimeout(settings.connectTimeout())
                .responseTimeout(settings.answerTimeout())
                .readTimeout(settings.answerTimeout())
                .writeTimeout(settings.answerTimeout())
                .build();
    }
}
