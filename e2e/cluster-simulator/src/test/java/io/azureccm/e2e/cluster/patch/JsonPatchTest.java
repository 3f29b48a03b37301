package io.azureccm.e2e.cluster.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import io.azureccm.e2e.cluster.api.call.ApiError;
import io.azureccm.e2e.cluster.json.Json;

class JsonPatchTest {
    private static final String TARGET = "{a: 1, list: [x, y], map: {k/1: v}}";

    private static JsonNode apply(String operation) {
        return JsonPatch.apply(Json.parse(TARGET), Json.array().add(Json.parse(operation)));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "{op: add, path: /b, value: 2}               | {a: 1, b: 2, list: [x, y], map: {k/1: v}}",
            "{op: add, path: /list/1, value: z}          | {a: 1, list: [x, z, y], map: {k/1: v}}",
            "{op: add, path: /list/-, value: z}          | {a: 1, list: [x, y, z], map: {k/1: v}}",
            "{op: add, path: /list/2, value: z}          | {a: 1, list: [x, y, z], map: {k/1: v}}",
            "{op: replace, path: /map/k~11, value: w}    | {a: 1, list: [x, y], map: {k/1: w}}",
            "{op: remove, path: /list/0}                 | {a: 1, list: [y], map: {k/1: v}}",
            "{op: move, from: /a, path: /b}              | {b: 1, list: [x, y], map: {k/1: v}}",
            "{op: copy, from: /list/0, path: /b}         | {a: 1, b: x, list: [x, y], map: {k/1: v}}",
            "{op: test, path: /a, value: 1}              | {a: 1, list: [x, y], map: {k/1: v}}",
            "{op: test, path: /none, value: null}        | {a: 1, list: [x, y], map: {k/1: v}}",
            "{op: replace, path: '', value: {new: true}} | {new: true}"})
    void appliesTheOperation(String operation, String result) {
        assertThat(apply(operation)).isEqualTo(Json.parse(result));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"{op: test, path: /a, value: 2}",
            "{op: test, path: /none, value: 2}",
            "{op: replace, path: /none, value: 2}", "{op: remove, path: /none}",
            "{op: add, path: /none/deep, value: 2}",
            "{op: add, path: /list/3, value: 2}", "{op: remove, path: /list/2}", "{op: move, from: /none, path: /b}"})
    void refusesWhatDoesNotFit(String operation) {
        assertThatThrownBy(() -> apply(operation)).isInstanceOfSatisfying(ApiError.class,
                e -> assertThat(e.code()).isEqualTo(422));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"{op: explode, path: /a}", "{op: remove, path: a}"})
    void refusesWhatCannotBeRead(String operation) {
        assertThatThrownBy(() -> apply(operation)).isInstanceOfSatisfying(ApiError.class,
                e -> assertThat(e.code()).isEqualTo(400));
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "{a: {b: 1, c: 2}} | {a: {b: null, d: 3}} | {a: {c: 2, d: 3}}",
            "{a: [1, 2]}       | {a: [3]}             | {a: [3]}",
            "{a: 1}            | {a: {b: {c: null}}}  | {a: {b: {}}}"})
    void mergePatchFollowsItsRfc(String target, String patch, String result) {
        assertThat(MergePatch.apply(Json.parse(target), Json.parse(patch))).isEqualTo(Json.parse(result));
    }
}
