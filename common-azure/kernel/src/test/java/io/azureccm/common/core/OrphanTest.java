package io.azureccm.common.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OrphanTest {
    @Test
    void tagsOfOthersForgeNoLineOfAPage() {
        ArmId id = ArmId.of("s", "g", ArmTypes.PUBLIC_IP, "a");
        Orphan orphan = new Orphan(Orphan.Kind.PUBLIC_IP, id, "its tags say so", "shop/web\n\u001b[2J", false);
        assertThat(orphan.owner()).isEqualTo("shop/web\\n\\u001b[2J");
    }
}
