package io.azureccm.common.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Ownership.Claim;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnershipTest {
    @ParameterizedTest(name = "[{0}] is {1}")
    @CsvSource(delimiter = '|', textBlock = """
            ''                                                              | USER_ASSIGNED
            k8s-azure-service=                                              | USER_ASSIGNED
            k8s-azure-service=,                                             | USER_ASSIGNED
            k8s-azure-cluster-name=blue                                     | USER_ASSIGNED
            k8s-azure-service=shop/web                                      | OURS
            K8S-Azure-Service=Shop/Web                                      | OURS
            k8s-azure-service=pay/api, shop/web                             | OURS
            k8s-azure-service=shop/web;k8s-azure-cluster-name=GREEN         | OURS
            k8s-azure-service=shop/web;k8s-azure-cluster-name=green2        | OTHER_CLUSTER
            k8s-azure-service=shop/web;k8s-azure-cluster-name=gree          | OTHER_CLUSTER
            k8s-azure-service=shop/web2                                     | OTHER_SERVICE
            k8s-azure-service=shop/we                                       | OTHER_SERVICE
            k8s-azure-service=eshop/web                                     | OTHER_SERVICE
            service=shop/web                                                | OURS
            service=shop/web;kubernetes-cluster-name=blue                   | OTHER_CLUSTER
            service=shop/web;k8s-azure-service=pay/api                      | OTHER_SERVICE
            service=shop/web;kubernetes-cluster-name=blue;k8s-azure-cluster-name=green | OURS
            """)
    void claimsAreExact(String tags, Claim claim) {
        Map<String, String> parsed = parsed(tags);
        assertThat(Ownership.claim(Ownership.services(parsed), Ownership.cluster(parsed), "green", "shop/web"))
                .isEqualTo(claim);
    }

    @Test
    void aServiceIsAppendedOnceAndInOrder() {
        Map<String, String> tags = Ownership.withService(Map.of("team", "x"), "shop/web");
        tags = Ownership.withService(tags, "pay/api");
        assertThat(tags).containsEntry(Ownership.SERVICES_TAG, "shop/web,pay/api").containsEntry("team", "x");
        assertThat(Ownership.withService(tags, "pay/api")).isEqualTo(tags);
    }

    @Test
    void aLegacyListIsCarriedOverWhenItChangesAndLeftAsItIs() {
        assertThat(Ownership.withService(Map.of("service", "old/one"), "shop/web"))
                .containsEntry(Ownership.SERVICES_TAG, "old/one,shop/web")
                .containsEntry("service", "old/one");
    }

    @Test
    void removingAServiceTakesItsDnsLabelTagAlongAndLeavesOthersAlone() {
        Map<String, String> tags = Map.of(Ownership.SERVICES_TAG, "shop/web,shop/web2", Ownership.DNS_SERVICE_TAG,
                "shop/web", "team", "x");
        assertThat(Ownership.withoutService(tags, "shop/web"))
                .isEqualTo(Map.of(Ownership.SERVICES_TAG, "shop/web2", "team", "x"));
        assertThat(Ownership.withoutService(tags, "shop/web2"))
                .isEqualTo(Map.of(Ownership.SERVICES_TAG, "shop/web", Ownership.DNS_SERVICE_TAG, "shop/web", "team",
                        "x"));
        assertThat(Ownership.withoutService(tags, "shop/we")).isEqualTo(tags);
        assertThat(Ownership.withoutService(Map.of(Ownership.SERVICES_TAG, "shop/web"), "shop/web"))
                .isEqualTo(Map.of(Ownership.SERVICES_TAG, ""));
    }

    @Test
    void theBaseNameIsTheUidWithoutDashesCutTo32() {
        assertThat(Ownership.baseName("11111111-2222-3333-4444-555555555566"))
                .isEqualTo("a1111111122223333444455555555556");
        assertThat(Ownership.baseName("short")).isEqualTo("ashort");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(textBlock = """
            a1111111122223333444455555555556, true
            A1111111122223333444455555555556-TCP-80, true
            a1111111122223333444455555555556-my-subnet-IPv6, true
            a11111111222233334444555555555566, false
            a111111112222333344445555555555, false
            ba1111111122223333444455555555556, false
            a1111111122223333444455555555556x-TCP-80, false
            """)
    void namesBelongByTheirWholeFirstPart(String name, boolean owned) {
        assertThat(Ownership.isNamedAfter("a1111111122223333444455555555556", name)).isEqualTo(owned);
    }

    private static Map<String, String> parsed(String tags) {
        return ResourceTagsTest.map(tags);
    }
}
