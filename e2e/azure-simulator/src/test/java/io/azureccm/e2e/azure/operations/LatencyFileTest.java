package io.azureccm.e2e.azure.operations;

import static io.azureccm.e2e.azure.ArmTestClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.MainOptions;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.azure.operations.Latencies.Drawn;
import io.azureccm.e2e.azure.operations.LatencyFile;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatencyFileTest {
    private static final String RULES = "'rules':[{'verb':'GET','type':'*','time':'60ms'},{'verb':'PUT',"
            + "'type':'loadBalancers','time':'2s'},{'verb':'PUT','type':'publicIPAddresses','reply':'0.5s',"
            + "'operation':'1s'}]}";

    @ParameterizedTest
    @CsvSource({"operation, GET, loadBalancers, 60, 0", "operation, LIST, routeTables, 60, 0",
            "operation, PUT, loadBalancers, 0, 2000", "reply, PUT, loadBalancers, 2000, 0",
            "reply, PUT, publicIPAddresses, 500, 1000", "operation, DELETE, loadBalancers, 0, 0"})
    void timesGoWhereTheModeSays(String mode, String verb, String type, long reply, long operation) {
        Drawn drawn = LatencyFile.parse(json("{'mode':'" + mode + "'," + RULES)).draw(verb, type);
        assertThat(drawn).isEqualTo(new Drawn(Duration.ofMillis(reply), Duration.ofMillis(operation)));
    }

    @Test
    void realisticTimesHaveTheirMedianAndRepeatWithTheSeed() {
        long[] drawn = IntStream.range(0, 2001)
                .mapToLong(i -> Latencies.realistic(1, i).draw("GET", "loadBalancers").reply().toMillis())
                .sorted()
                .toArray();
        assertThat(drawn[1000]).isBetween(50L, 72L);
        assertThat(drawn[1980]).isBetween(250L, 650L);
        assertThat(Latencies.realistic(1, 7).draw("PUT", "loadBalancers"))
                .isEqualTo(Latencies.realistic(1, 7).draw("PUT", "loadBalancers"));
        assertThat(Latencies.realistic(0, 7).draw("PUT", "loadBalancers")).isEqualTo(Drawn.NOTHING);
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> LatencyFile.parse(json("{'rules':[{'verb':'GET','time':'soon'}]}")))
                .hasMessageContaining("soon");
        assertThatThrownBy(() -> LatencyFile.parse(json("{'profile':'slow'}"))).hasMessageContaining("realistic");
    }

    @ParameterizedTest
    @CsvSource({"--nonsense=1, nonsense", "stray, stray", "--port, needs a value", "--port=x, must be a number"})
    void aWrongCommandLineIsNamed(String argument, String part) {
        assertThatThrownBy(
                () -> MainOptions.parse(argument.split(" ")).apply(AzureSimulator.builder()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(part);
    }

    @Test
    void bothSpellingsOfAnOptionAreRead() {
        assertThat(MainOptions.parse(new String[]{"--port=1", "--http-port", "2", "--accept-any-token"}).values())
                .containsEntry("port", "1")
                .containsEntry("http-port", "2")
                .containsEntry("accept-any-token", "true");
    }
}
