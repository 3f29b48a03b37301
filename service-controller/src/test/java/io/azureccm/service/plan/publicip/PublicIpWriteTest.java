package io.azureccm.service.plan.publicip;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Services that depend on the write of a public IP that they share, and what each change is for. */
class PublicIpWriteTest {
    private static final String LABEL = "azure-dns-label-name";

    private final World world = new World(1);

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({"third comes, shop/third, ''", "guest leaves, shop/guest, shop/guest",
            "third comes and guest leaves, 'shop/guest,shop/third', shop/guest", "label wanted, shop/owner, ''",
            "third comes and label wanted, 'shop/owner,shop/third', ''", "tags configured, 'shop/guest,shop/owner', ''",
            "third comes and tags configured, 'shop/guest,shop/owner,shop/third', ''",
            "write failed, 'shop/guest,shop/owner', ''", "write under way, 'shop/guest,shop/owner', ''"})
    void servicesThatNeitherComeNorLeaveDependOnWhatConcernsThem(String what, String subjects, String removing) {
        sharers();
        if (what.contains("third"))
            world.service(sharer("third", 82).yaml());
        if (what.contains("guest"))
            world.gone("guest");
        if (what.contains("label"))
            world.service(sharer("owner", 80).annotation(LABEL, "mine").yaml());
        if (what.contains("tags"))
            world.with("tags", "team=net");
        if (what.contains("write"))
            ArmJson.properties(publicIp()).put("provisioningState", what.contains("failed") ? "Failed" : "Updating");

        Operation write = write();

        assertThat(String.join(",", write.subjects())).isEqualTo(subjects);
        assertThat(String.join(",", write.removing())).isEqualTo(removing);
    }

    @Test
    void changesOfALabelAreForTheServiceThatRequestsItAndTheOthersForAll() {
        sharers();
        world.service(sharer("owner", 80).annotation(LABEL, "mine").yaml());
        world.with("tags", "team=net");

        assertThat(write().changes()).extracting(change -> change.element() + " " + change.cause().subject())
                .containsExactlyInAnyOrder("resource shop/owner", "tag shop/owner", "tag shop/guest,shop/owner");
    }

    @Test
    void publicIpOfAUserIsWrittenForTheServicesThatUseIt() {
        world.put(ArmTypes.PUBLIC_IP, "shared", PublicIpPlanTest.MINE);
        world.service(sharer("owner", 80).yaml());
        world.converge();
        ArmJson.properties(publicIp()).put("provisioningState", "Failed");
        assertThat(write().subjects()).containsExactly("shop/owner");
    }

    /** A public IP of the cluster with two Services. */
    private void sharers() {
        world.put(ArmTypes.PUBLIC_IP, "shared", """
                {"sku": {"name": "Standard"}, "tags": {"k8s-azure-service": "shop/owner", "k8s-azure-cluster-name":
                 "kubernetes"}, "properties": {"ipAddress": "20.9.0.1", "publicIPAddressVersion": "IPv4",
                 "publicIPAllocationMethod": "Static"}}""");
        world.service(sharer("owner", 80).yaml());
        world.service(sharer("guest", 81).yaml());
        world.converge();
    }

    private Operation write() {
        List<Operation> writes = world.plan()
                .plan()
                .operations()
                .stream()
                .filter(each -> each.target().hasType(ArmTypes.PUBLIC_IP))
                .toList();
        assertThat(writes).hasSize(1);
        return writes.getFirst();
    }

    private ObjectNode publicIp() {
        return world.resource(ArmTypes.PUBLIC_IP, "shared").orElseThrow();
    }

    private static Services sharer(String name, int port) {
        return Services.named(name).port("TCP", port).annotation("azure-pip-name", "shared");
    }
}
