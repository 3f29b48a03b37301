package io.azureccm.e2e.suite.state;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StateDiffTest {
    private record Case(String what, String expected, String found, String... lines) {
        @Override
        public String toString() {
            return what;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(new Case("equal", "{'a':[{'name':'x'}]}", "{'a':[{'name':'x'}]}"),
                new Case("changed value", "{'a':{'b':1}}", "{'a':{'b':2}}", "a.b: expected 1, found 2"),
                new Case("missing resource", "{'a':1}", "{}", "a: missing, expected 1"),
                new Case("extra resource", "{}", "{'a':1}", "a: not expected, found 1"),
                new Case("element of a list by name", "{'r':[{'name':'x','p':1},{'name':'y'}]}",
                        "{'r':[{'name':'x','p':2},{'name':'y'}]}", "r.[x].p: expected 1, found 2"),
                new Case("missing element does not shift the others", "{'r':[{'name':'x'},{'name':'y'}]}",
                        "{'r':[{'name':'y'}]}", "r.[x]: missing, expected {\"name\":\"x\"}"),
                new Case("plain values", "{'r':['80','443']}", "{'r':['80']}",
                        "r.[\"443\"]: missing, expected \"443\""),
                new Case("same value twice", "{'r':[1,1]}", "{'r':[1]}", "r: expected [1,1], found [1]"),
                new Case("other order", "{'r':[1,2]}", "{'r':[2,1]}", "r: same elements in another order"),
                new Case("other kind", "{'r':[1]}", "{'r':{}}", "r: expected [1], found {}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void namesEachDifferenceOnce(Case given) throws IOException {
        assertThat(StateDiff.lines(json(given.expected()), json(given.found()))).containsExactly(given.lines());
    }

    private static JsonNode json(String text) throws IOException {
        return new ObjectMapper().readTree(text.replace('\'', '"'));
    }
}
