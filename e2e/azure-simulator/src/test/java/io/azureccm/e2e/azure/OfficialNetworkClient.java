package io.azureccm.e2e.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.http.rest.PagedIterable;
import com.azure.core.management.exception.ManagementException;
import com.azure.resourcemanager.network.fluent.NetworkManagementClient;
import com.azure.resourcemanager.network.fluent.models.SubnetInner;
import com.azure.resourcemanager.network.models.TagsObject;
import io.azureccm.e2e.azure.operations.Delay;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.azure.seed.Infrastructure;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;

/** The official typed client of the network types against a simulator with long-running operations and short pages. */
abstract class OfficialNetworkClient {
    static final String GROUP = "k8s";
    static final String EAST = "eastus";
    static final TagsObject TAGS = new TagsObject().withTags(Map.of("a", "b"));

    private final AzureSimulator simulator = AzureSimulator.builder()
            .infrastructure(Infrastructure.standard())
            .retryAfter(0)
            .pageSize(1)
            .latencies(Latencies.builder()
                    .rule("PUT", "*", Delay.NONE, Delay.ofMillis(30))
                    .rule("DELETE", "*", Delay.NONE, Delay.ofMillis(30))
                    .build())
            .start();
    final NetworkManagementClient network;

    OfficialNetworkClient() throws GeneralSecurityException, IOException {
        network = new OfficialClients(simulator).network();
    }

    @AfterEach
    void close() {
        simulator.close();
    }

    static <T> List<String> names(PagedIterable<T> all, Function<T, String> name) {
        return all.stream().map(name).toList();
    }

    static void gone(Runnable read) {
        assertThatThrownBy(read::run).isInstanceOfSatisfying(ManagementException.class,
                e -> assertThat(e.getResponse().getStatusCode()).isEqualTo(404));
    }

    static SubnetInner nodeSubnet() {
        return new SubnetInner().withId(Infrastructure.standard().subnetId());
    }
}
