package io.azureccm.e2e.suite.docs.walk;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.suite.docs.Repository;
import io.azureccm.e2e.suite.faults.cluster.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The page of walks through the code is what recorded runs did ({@code -Ddocs.write=true} rewrites it). */
@Isolated("the flight recorder sees the calls of everybody")
class WalksTest {
    private static final Path PAGE = Repository.root().resolve("docs/contributing/walks.md");
    private static final String INTRODUCTION = """
            # Walks through the code

            What recorded runs did, turn by turn: which class came in where, by which method, in order. `WalksTest` runs them again in
            virtual time on both simulators and compares. Each class stands where it first comes in; a walk leaves out
            what an earlier one of the same controller names, and turns in which nothing is left. The steps are those of `Scope` and `TurnSteps`. Left out: values (records and enums), constructors, and the layers around
            [a call to Azure](architecture.md#the-path-of-a-call-to-azure) and to Kubernetes. The first sentence of the Javadoc of a class
            says what it is for.
            """;

    @Test
    void thePageShowsWhatRecordedRunsDo() throws IOException {
        Map<World, Set<String>> named = new HashMap<>();
        String page = INTRODUCTION + Arrays.stream(WalkScenario.values())
                .map(walk -> walk.section(named.computeIfAbsent(walk.world(), each -> new HashSet<>())))
                .collect(Collectors.joining());

        if (Boolean.getBoolean("docs.write"))
            Files.writeString(PAGE, page);
        assertThat(PAGE).as("run with -Ddocs.write=true to rewrite it").hasContent(page);
    }
}
