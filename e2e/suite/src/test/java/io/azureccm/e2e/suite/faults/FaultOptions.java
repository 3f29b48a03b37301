package io.azureccm.e2e.suite.faults;

import io.azureccm.e2e.suite.faults.cluster.World;
import io.azureccm.e2e.suite.faults.lasting.Lasting;
import java.util.List;

/**
 * How many sequences are played, from which seed on, in which worlds in turn, and how many at a time.
 *
 * @param times how often each is played: threads run as they like, so that one that went wrong need not do so again
 * @param lanes sequences at a time; most of the time of each is spent waiting
 * @param virtual whether they are played in virtual time, one at a time
 * @param lasting in which of those in virtual time Azure refuses something for long
 */
record FaultOptions(long sequences, long first, int times, List<World> worlds, int lanes, boolean virtual,
        Lasting lasting) {
    static final FaultOptions DEFAULT = new FaultOptions(100, 1, 1, List.of(World.values()), 8, false,
            Lasting.MIXED);

    static FaultOptions parse(List<String> arguments) {
        FaultOptions options = DEFAULT;
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            String value = parts.length == 2 ? parts[1] : "";
            options = switch (parts[0]) {
                case "--sequences" -> options.sequences(Long.parseLong(value));
                case "--first" -> options.first(Long.parseLong(value));
                case "--times" -> options.times(Integer.parseInt(value));
                case "--world" -> options.in(value.isEmpty()
                        ? List.of(World.values())
                        : List.of(value.split(",")).stream().map(World::of).toList());
                case "--lanes" -> options.lanes(Integer.parseInt(value));
                case "--virtual" -> options.inVirtualTime();
                case "--lasting" -> options.lasting(Lasting.of(value));
                default -> throw new IllegalArgumentException(argument
                        + " is not known; there are --sequences=N, --first=SEED, --times=N, --world=NAME, --lanes=N,"
                        + " --virtual and --lasting=always|never|mixed");
            };
        }
        return options;
    }

    FaultOptions sequences(long value) {
        return new FaultOptions(value, first, times, worlds, lanes, virtual, lasting);
    }

    FaultOptions first(long value) {
        return new FaultOptions(sequences, value, times, worlds, lanes, virtual, lasting);
    }

    FaultOptions times(int value) {
        return new FaultOptions(sequences, first, value, worlds, lanes, virtual, lasting);
    }

    FaultOptions in(List<World> value) {
        return new FaultOptions(sequences, first, times, value, lanes, virtual, lasting);
    }

    FaultOptions lanes(int value) {
        return new FaultOptions(sequences, first, times, worlds, value, virtual, lasting);
    }

    FaultOptions inVirtualTime() {
        return new FaultOptions(sequences, first, times, worlds, 1, true, lasting);
    }

    FaultOptions lasting(Lasting value) {
        return new FaultOptions(sequences, first, times, worlds, lanes, virtual, value);
    }

    /** The world of a sequence, counted from 0. */
    World world(long index) {
        return worlds.get((int) (index / times % worlds.size()));
    }

    /** The seed of a sequence, counted from 0. */
    long seed(long index) {
        return first + index / times / worlds.size();
    }

    /** The command that plays one sequence again. */
    String again(World world, long seed) {
        return "./playground faults " + (virtual ? "--virtual --lasting=" + lasting.title() + " " : "")
                + "--sequences=1 --world=" + world.title()
                + " --first=" + seed;
    }
}
