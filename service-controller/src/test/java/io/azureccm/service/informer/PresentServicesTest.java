package io.azureccm.service.informer;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Service;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which Services count as present, at any moment. */
class PresentServicesTest {
    private final PresentServices present = new PresentServices();
    private final Set<Set<String>> seen = new HashSet<>();

    /** Another thread may look at any moment, as it does here whenever metadata are read. */
    private final class Looking extends Service {
        private final ObjectMeta metadata;

        Looking(String uid) {
            this.metadata = new ObjectMetaBuilder().withNamespace("shop").withName("web").withUid(uid).build();
        }

        @Override
        public ObjectMeta getMetadata() {
            seen.add(present.all().keySet());
            return metadata;
        }
    }

    @Test
    void serviceIsPresentAlsoWhileItChanges() {
        present.added(new Looking("u1"));
        seen.clear();
        present.updated(new Looking("u1"), new Looking("u1"));
        assertThat(seen).containsExactly(Set.of("u1"));
    }

    @Test
    void serviceMadeAnewUnderTheSameNameTakesThePlaceOfItsFormerSelf() {
        present.added(new Looking("u1"));
        present.updated(new Looking("u1"), new Looking("u2"));
        assertThat(present.all()).containsOnlyKeys("u2");
        present.deleted(new Looking("u2"), false);
        assertThat(present.all()).isEmpty();
    }
}
