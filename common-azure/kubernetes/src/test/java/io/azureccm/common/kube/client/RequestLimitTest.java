package io.azureccm.common.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.common.kube.ScriptedApi;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class RequestLimitTest {
    @Test
    void aWaitThatIsInterruptedIsAFailureOfTheRequest() throws IOException {
        try (ScriptedApi api = new ScriptedApi(); KubernetesClient client = api.client()) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> client.services().inNamespace("shop").withName("web").get())
                    .isInstanceOf(KubernetesClientException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
