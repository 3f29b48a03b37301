package io.azureccm.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.spring.cloud.autoconfigure.implementation.context.properties.AzureGlobalProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.core.functions.Either;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.retry.Retry;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.cloud.kubernetes.commons.leader.LeaderInitiator;
import org.springframework.cloud.kubernetes.fabric8.leader.Fabric8LeadershipController;

/**
 * Guards the order of the BOM imports in the parent pom: in another order Spring's own BOMs quietly bring older releases of
 * these libraries, and everything still compiles. It also guards that there is one Jackson.
 */
class LibraryVersionsTest {
    static Stream<Arguments> libraries() {
        return Stream.of(Arguments.of(SpringApplication.class, "spring-boot-4.1."),
                Arguments.of(LeaderInitiator.class, "spring-cloud-kubernetes-commons-5."),
                Arguments.of(Fabric8LeadershipController.class, "spring-cloud-kubernetes-fabric8-leader-3.3.0"),
                Arguments.of(AzureGlobalProperties.class, "spring-cloud-azure-autoconfigure-7."),
                Arguments.of(ObjectMapper.class, "jackson-databind-2.21."),
                Arguments.of(Either.class, "resilience4j-core-2.4."),
                Arguments.of(CircuitBreaker.class, "resilience4j-circuitbreaker-2.4."),
                Arguments.of(RateLimiter.class, "resilience4j-ratelimiter-2.4."),
                Arguments.of(Retry.class, "resilience4j-retry-2.4."),
                Arguments.of(Service.class, "kubernetes-model-core-7.8."),
                Arguments.of(KubernetesClient.class, "kubernetes-client-api-7.8."),
                Arguments.of(JdkHttpClientFactory.class, "kubernetes-httpclient-jdk-7.8."));
    }

    @ParameterizedTest(name = "{0} comes from {1}x")
    @MethodSource("libraries")
    void libraryHasTheReleaseThatWasChosen(Class<?> type, String jarStart) {
        Path jar = Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
        assertThat(jar.getFileName().toString()).startsWith(jarStart);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tools.jackson.databind.ObjectMapper", "tools.jackson.core.JsonParser"})
    void jackson3IsNotThereBesideJackson2(String type) {
        assertThatThrownBy(() -> Class.forName(type)).isInstanceOf(ClassNotFoundException.class);
    }
}
